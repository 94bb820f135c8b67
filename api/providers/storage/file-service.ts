import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { Config } from '../../core/config.ts';
import type { Egress, EgressClient } from '../../core/egress/gate.ts';
import type { Served } from './content.ts';

/** A file on the disk, which a store reads piece by piece. */
export interface Content {
  path: string;
  size: number;
  /** In hexadecimal form. */
  sha256: string;
}

export interface StoredFile extends Served {
  key: string;
  /** The content on the disk. */
  content: Content;
}

/** An opened store. Its keys begin with a slash. A failure is an error with the reason. */
export interface FileStore {
  /** The public address of the file. */
  urlOf: (key: string) => string;
  /** Replaces the file under the key, whole or not at all. */
  storeFile: (file: StoredFile) => Promise<void>;
  /** A missing file is no error. */
  removeFile: (key: string) => Promise<void>;
}

export interface StoreDeps {
  config: Pick<Config, 'DOORWRIGHT_DATA_DIR' | 'DOORWRIGHT_ORIGIN'>;
  egress: Egress;
}

/** A service that keeps files. */
export type FileService = (provider: Provider, deps: Pick<StoreDeps, 'config'> & { way: EgressClient }) => FileStore;
