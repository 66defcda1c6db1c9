/** A table as CSV, its cells written so that no spreadsheet takes them for formulas. */
export function csv(columns: string[], rows: unknown[][]): string {
  return `${[columns, ...rows].map((row) => row.map(cell).join(",")).join("\n")}\n`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  let text = Array.isArray(value) ? value.join(", ") : String(value);
  if (/^[=+\-@\t\r\n]/.test(text)) text = `'${text}`;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function save(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function saveCsv(name: string, columns: string[], rows: unknown[][]): void {
  save(`${name}.csv`, csv(columns, rows), "text/csv");
}
