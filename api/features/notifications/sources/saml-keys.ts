import { factsOf } from '../../../kinds/cert/certificate-facts.ts';
import { endOf, type Found, mostOfSource, type Source, soonDays } from '../notification.ts';

interface Row {
  organization: string;
  state: 'shared' | 'signing';
  certificate: string;
  created_time: Date;
}

/** The lifetime of a new key, less the time of the notice. Younger keys are not read. */
const leastAgeDays = 10 * 365 - soonDays - 3;

/** Keys of SAML that end, and organizations of an earlier version whose applications still sign with their certs. */
export const samlKeys: Source = ({ db, store }) => {
  const keys = store('saml-key').table;
  return async ({ organization, now }) => {
    const query = db(keys)
      .select('organization', 'state', 'certificate', 'created_time')
      .where((each) => {
        const old = new Date(now.getTime() - leastAgeDays * 86_400_000);
        each.where('state', 'shared').orWhere((own) => own.where('state', 'signing').where('created_time', '<', old));
      })
      .orderBy('organization')
      .limit(mostOfSource);
    if (organization !== undefined) query.where({ organization });
    const rows: Row[] = await query;
    return rows.flatMap(({ organization: name, state, certificate, created_time }): Found[] => {
      const about = { subject: { kind: 'organization', owner: 'admin', name } };
      if (state === 'shared')
        return [
          {
            ...about,
            code: 'samlKeyShared',
            tone: 'warning',
            params: { name },
            since: '',
            cause: created_time.toISOString(),
          },
        ];
      const [facts] = factsOf(certificate);
      if (!facts) return [];
      const { count, ...told } = endOf('samlKey', facts.expireTime, now);
      return [{ ...about, ...told, params: { name, count }, cause: facts.expireTime }];
    });
  };
};
