import type { Kind } from './define.ts';

/** The kinds that a program knows. Everything that walks kinds takes one, so that a test can add a kind of its own. */
export interface Registry {
  kinds: readonly Kind[];
  named: (name: string) => Kind;
}

export function createRegistry(kinds: readonly Kind[]): Registry {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  return {
    kinds,
    named(name) {
      const kind = byName.get(name);
      if (!kind) throw new Error(`There is no kind ${name}`);
      return kind;
    },
  };
}
