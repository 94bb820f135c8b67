import { requestParameters } from '@doorwright/crds/values/authorization-request.ts';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../../http/protocol-paths.ts';

/** Parameters that the sign-in page reads. */
const readByPage: ReadonlySet<string> = new Set([
  ...Object.keys(requestParameters),
  ...['response_mode', 'prompt', 'login_hint', 'ui_locales'],
]);

/** Parameters that the library has replaced by those inside. */
const replaced: ReadonlySet<string> = new Set(['request']);

/**
 * The address of the sign-in page, with the whole request and the parameters that only the page reads. A pushed
 * request may be too long for an address, and the page does not need it.
 */
export function signInPage(ctx: KoaContextWithOIDC, interaction: { uid: string }): string {
  const isPushed = 'request_uri' in ctx.query;
  const asked = Object.entries(ctx.oidc.params ?? {}).filter(([name]) => !isPushed || readByPage.has(name));
  const all = Object.entries({ ...ctx.query, ...Object.fromEntries(asked), interaction: interaction.uid });
  const shown = all.filter(([name]) => !replaced.has(name));
  const query = new URLSearchParams(shown.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  return `${paths.authorization}?${query}`;
}
