import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { Config } from '../../core/config.ts';
import type { Egress, EgressClient } from '../../core/egress/gate.ts';
import type { Served } from './content.ts';

export interface StoredFile extends Served {
  key: string;
  content: Buffer<ArrayBuffer>;
}

/** A place that keeps files under keys, which begin with a slash. What fails there is an error that says why. */
export interface FileStore {
  /** The address at which anybody finds the file. */
  urlOf: (key: string) => string;
  /** Puts the file in the place of the one before it, whole or not at all. */
  put: (file: StoredFile) => Promise<void>;
  /** One that is gone already is no error. */
  remove: (key: string) => Promise<void>;
}

export interface StoreDeps {
  config: Pick<Config, 'DOORWRIGHT_DATA_DIR' | 'DOORWRIGHT_ORIGIN'>;
  egress: Egress;
}

export type OpenStore = (provider: Provider, deps: Pick<StoreDeps, 'config'> & { way: EgressClient }) => FileStore;
