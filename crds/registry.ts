import type { Kind } from './define.ts';

/** The kinds of a program. Generic code takes a registry as an argument, so a test can add its own kind. */
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
