import type { Kind } from '../define.ts';

/** A file that is derived from the model, with its path from the root of the repository. */
export interface Artefact {
  path: string;
  content: string;
}

export interface Source {
  kinds: readonly Kind[];
  /** Version of the release that the files belong to. */
  bundleVersion: string;
}

/** One group of generated files. Other files in its folders come from an older model and are removed. */
export interface Producer {
  folders: readonly string[];
  produce: (source: Source) => Artefact[] | Promise<Artefact[]>;
}
