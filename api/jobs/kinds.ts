import { upkeep } from '../db/upkeep.ts';
import { fileRemoval } from '../files/file-removal.ts';
import { codeLetter } from '../portal/codes/letter.ts';
import { signOutNotice } from '../protocol/sign-out/tell-sign-outs.ts';
import type { JobDeps } from './deps.ts';
import type { JobKind } from './kind.ts';

/** Every kind of job. One more is one more file and one more line. */
export const jobKinds: readonly JobKind<never, JobDeps>[] = [codeLetter, fileRemoval, signOutNotice, upkeep];
