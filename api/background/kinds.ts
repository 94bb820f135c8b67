import type { JobKind } from '../core/jobs/kind.ts';
import { fileRemoval } from '../features/files/file-removal.ts';
import { signOutNotice } from '../protocol/sign-out/tell-sign-outs.ts';
import { codeLetter } from '../signin/codes/letter.ts';
import type { JobDeps } from './deps.ts';
import { upkeep } from './upkeep.ts';

/** Every kind of job. One more is one more file and one more line. */
export const jobKinds: readonly JobKind<never, JobDeps>[] = [codeLetter, fileRemoval, signOutNotice, upkeep];
