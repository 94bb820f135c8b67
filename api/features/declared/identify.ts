import type { Request } from 'express';
import { platform } from '../../core/callers.ts';
import { clusterTokenCheck } from '../../core/cluster/cluster-token.ts';
import type { Config } from '../../core/config.ts';
import { Refusal } from '../../core/errors.ts';
import type { SecretBox } from '../../db/secret-box.ts';
import { isLocalToken, localOperator } from './local-token.ts';
import { isNarrowed, narrowedCaller, type OperatorCaller } from './narrowed-token.ts';

/** The audience of the operator's ServiceAccount tokens. */
const audience = 'doorwright';

/** Finds the operator of a request: a local one, one of a cluster, or either with a narrowed token. */
export function createIdentify({ config, box }: { config: Config; box: SecretBox }) {
  const subjectOf = clusterTokenCheck(config);
  const operators = new Set(config.DOORWRIGHT_OPERATOR_SUBJECTS);
  return async (req: Request, now: Date): Promise<OperatorCaller> => {
    const [, token] = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '') ?? [];
    if (!token) throw new Refusal('operator-unknown');
    if (isLocalToken(box, token)) return { type: 'operator', name: localOperator, organization: platform };
    if (isNarrowed(token)) return narrowedCaller(box, token, now);
    const name = operators.size > 0 ? await subjectOf(token, { audience, now }) : undefined;
    if (!name || !operators.has(name)) throw new Refusal('operator-unknown');
    return { type: 'operator', name, organization: platform };
  };
}
