const longest = 63;

/** `app_Built-In` becomes `app-built-in`, because names of resources have neither underscores nor capitals. */
const labelOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '') || 'unnamed';

/** Gives two objects different names even if their names would become equal. */
export class ResourceNames {
  readonly #given = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** `words` stand in for an ID that says nothing to people. */
  of(kind: string, object: string, words = object): string {
    const id = `${kind}/${object}`;
    const known = this.#given.get(id);
    if (known) return known;
    const label = labelOf(words);
    let name = label;
    for (let count = 2; this.#taken.has(`${kind}/${name}`); count++)
      name = `${label.slice(0, longest - 1 - String(count).length)}-${count}`;
    this.#taken.add(`${kind}/${name}`);
    this.#given.set(id, name);
    return name;
  }
}
