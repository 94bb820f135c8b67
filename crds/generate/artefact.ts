import type { Kind } from '../define.ts';

/** A file that follows from the model, by its path from the root of the repository. */
export interface Artefact {
  path: string;
  content: string;
}

export interface Source {
  kinds: readonly Kind[];
  /** Version of the release that the files belong to. */
  bundleVersion: string;
}

/** One sort of files. Whatever else lies in its folders is left over from a model of before. */
export interface Producer {
  folders: readonly string[];
  produce: (source: Source) => Artefact[] | Promise<Artefact[]>;
}
