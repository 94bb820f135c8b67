import type { Found, Source } from '../notification.ts';
import { mostOfSource } from '../notification.ts';
import { providersFor } from './providers-of.ts';

const codes: Readonly<Record<string, string>> = { Email: 'mailRefused', SMS: 'textRefused' };

/**
 * Providers whose service takes no mail or text message. An organization gets those that serve it alone: the failure of a shared one
 * may be about a letter of another organization.
 */
export const senders: Source =
  (deps) =>
  async ({ organization }) => {
    const query = providersFor(deps, organization)
      .select('name', 'display_name', 'category', 'failing_since', 'problem')
      .whereIn('category', Object.keys(codes))
      .whereNotNull('failing_since')
      .orderBy('failing_since', 'desc')
      .limit(mostOfSource);
    if (organization !== undefined)
      query.where('audience', 'named').whereRaw('organizations = CAST(? AS jsonb)', [JSON.stringify([organization])]);
    const rows: { name: string; display_name: string; category: string; failing_since: Date; problem: string }[] =
      await query;
    return rows.map(({ name, display_name, category, failing_since, problem }): Found => {
      const since = failing_since.toISOString();
      return {
        ...{ code: codes[category] as string, tone: 'danger', since, cause: since },
        params: { name: display_name || name, problem },
        subject: { kind: 'provider', owner: 'admin', name },
      };
    });
  };
