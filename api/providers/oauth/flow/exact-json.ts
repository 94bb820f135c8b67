/** A reviver as ECMAScript 2026 calls it, with the text of the value. */
type ParseWithSource = (
  text: string,
  reviver: (name: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** Reads JSON. An integer that a number cannot hold becomes its digits, so that two accounts of a service never get one id. */
export const exactJson = (text: string): unknown =>
  (JSON.parse as ParseWithSource)(text, (_name, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value,
  );
