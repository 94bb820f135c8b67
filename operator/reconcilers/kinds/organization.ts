import { together } from '../core/finish.ts';
import type { Rules } from '../pass/rules.ts';
import { keepScimTokens, leaveFormerTokens, scimTokensOf } from '../secrets/scim-tokens.ts';

export const organization: Omit<Rules, 'kind'> = {
  secrets: (object) => scimTokensOf(object).map(({ secretName }) => `${object.metadata.namespace}/${secretName}`),
  finish: async ({ input: { object } }, pass, services) =>
    together(await keepScimTokens(services, object, pass), await leaveFormerTokens(services, object, pass)),
};
