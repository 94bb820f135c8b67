type Members = Record<string, unknown>;
type Choose = (first: unknown, second: unknown, key: string) => unknown;

const isPlain = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Merges properties as PatternFly's tables need it. They import lodash for this, which weighs as much as the table. */
export default function mergeWith(target: Members, ...rest: (Members | Choose | undefined)[]): Members {
  const last = rest.at(-1);
  const choose = typeof last === 'function' ? last : () => undefined;
  for (const source of rest) {
    if (typeof source === 'function') continue;
    for (const [key, value] of Object.entries(source ?? {})) {
      const before = target[key];
      const chosen = choose(before, value, key);
      if (chosen !== undefined) target[key] = chosen;
      else if (isPlain(before) && isPlain(value)) target[key] = mergeWith({ ...before }, value, choose);
      else if (value !== undefined) target[key] = value;
    }
  }
  return target;
}
