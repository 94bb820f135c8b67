/** Choices that a browser keeps for each user, such as the columns of a list. */
const keyOf = (user: string, name: string) => `personal ${user} ${name}`;

/** The kept choice, or undefined if there is none or it is damaged. */
export function readPersonal(user: string, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(user, name)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepPersonal(user: string, name: string, value: unknown): void {
  if (value === undefined) localStorage.removeItem(keyOf(user, name));
  else localStorage.setItem(keyOf(user, name), JSON.stringify(value));
}
