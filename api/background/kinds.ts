import type { JobKind } from '../core/jobs/kind.ts';
import { fileRemovals } from '../features/files/file-removal.ts';
import { signOutNotices } from '../protocol/sign-out/tell-sign-outs.ts';
import { codeLetter } from '../signin/codes/letter.ts';
import type { JobDeps } from './deps.ts';
import { upkeep } from './upkeep.ts';

/** Every kind of job. One more is one more file and one more line. */
export const jobKinds: readonly JobKind<never, JobDeps>[] = [codeLetter, fileRemovals, signOutNotices, upkeep];
