import { useShared } from "../data/hooks";
import { texts } from "../texts";

/** From when to when: two fields that narrow all pages. */
export function DateFields({ first, last }: { first: string; last: string }) {
  const { filter, open } = useShared();
  const field = (name: "from" | "to", value: string, label: string) => (
    <label>
      <span class="soft">{label}</span>
      <input
        type="text"
        inputMode="numeric"
        size={10}
        pattern="\d{4}(-\d{2}(-\d{2})?)?"
        placeholder={value}
        value={filter[name] ?? ""}
        onChange={(event) => {
          const { value: typed, validity } = event.currentTarget;
          if (validity.valid) open("time", { [name]: typed || null });
        }}
        data-testid={`date-${name}`}
      />
    </label>
  );
  return (
    <span class="date-fields">
      {field("from", first, texts.time.from)}
      {field("to", last, texts.time.to)}
      {(filter.from || filter.to) && (
        <button
          type="button"
          class="plain small"
          onClick={() => open("time", { from: null, to: null })}
          data-testid="dates-all"
        >
          {texts.time.whole}
        </button>
      )}
    </span>
  );
}
