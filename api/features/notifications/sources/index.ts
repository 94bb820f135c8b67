import type { Source } from '../notification.ts';
import { certs } from './certs.ts';
import { syncers } from './syncers.ts';

/** Every source of notifications. Another one is a file beside these and a line here. */
export const sources: readonly Source[] = [syncers, certs];
