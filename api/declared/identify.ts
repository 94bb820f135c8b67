import type { Request } from 'express';
import type { Config } from '../config.ts';
import type { SecretBox } from '../db/secret-box.ts';
import { platform } from '../http/callers.ts';
import { Refusal } from '../http/errors.ts';
import { createClusterTokens } from './cluster-token.ts';
import { isLocalToken } from './local-token.ts';
import { isNarrowed, narrowedCaller, type OperatorCaller } from './narrowed-token.ts';

/** Which operator makes a request: the one beside us, one of a cluster, or either narrowed to an organization. */
export function createIdentify({ config, box }: { config: Config; box: SecretBox }) {
  const clusterSubject = createClusterTokens(config);
  return async (req: Request, now: Date): Promise<OperatorCaller> => {
    const [, token] = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '') ?? [];
    if (!token) throw new Refusal('operator-unknown');
    if (isLocalToken(box, token)) return { type: 'operator', name: 'local', organization: platform };
    if (isNarrowed(token)) return narrowedCaller(box, token, now);
    return { type: 'operator', name: await clusterSubject(token, now), organization: platform };
  };
}
