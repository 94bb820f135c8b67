import { t } from '../../words.ts';
import { nameMeant } from '../contact-type.ts';
import type { MethodForm } from './method-form.ts';

const Fields = () => <p className="help">{t('passkeyLead')}</p>;

/** A passkey. The browser asks the person for it, so the form has only a user name, which may be empty. */
export const webauthn: MethodForm = {
  link: 'withPasskey',
  tab: 'webauthn',
  username: 'username',
  needsNoName: true,
  field: 'username',
  Fields,
  problems: () => ({}),
  proof: ({ username, phonePrefix, application, organization }) => ({
    async fields() {
      const { proveByPasskey } = await import('../../passkeys/ceremony.ts');
      const name = nameMeant(username, phonePrefix);
      return { credential: await proveByPasskey({ owner: organization, name, application }) };
    },
  }),
};
