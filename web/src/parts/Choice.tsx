interface Props<T extends string> {
  /** The label before the buttons. */
  label: string;
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  testid?: string;
}

/** A few buttons of which one is chosen. */
export function Choice<T extends string>({ label, choices, value, onChange, testid }: Props<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div class="choice" role="group" aria-label={label} data-testid={testid}>
      <span class="soft" aria-hidden="true">
        {label}
      </span>
      <span class="choice-of">
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            aria-pressed={choice.value === value}
            onClick={() => onChange(choice.value)}
            data-testid={testid && `${testid}-${choice.value}`}
          >
            {choice.label}
          </button>
        ))}
      </span>
    </div>
  );
}
