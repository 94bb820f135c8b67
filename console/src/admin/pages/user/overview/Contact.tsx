import type { Row } from '@doorwright/crds';
import { Label } from '@patternfly/react-core';
import { registry } from '../../../kinds.ts';
import { useKindWords } from '../../../words/kind-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { Facts } from './Facts.tsx';

/** The email and the phone of a user, and whether they proved that they own them. */
export function Contact({ user }: { user: Row }) {
  const { t } = useTranslation('dossier');
  const words = useKindWords(registry.named('user'));
  const proof = (isProved: unknown) => (
    <Label isCompact {...(isProved ? { color: 'green' as const } : { variant: 'outline' as const })}>
      {t(isProved ? 'verified' : 'notVerified')}
    </Label>
  );
  const { email, phone } = user;
  const facts = [
    {
      term: words.field('email'),
      text: email ? (
        <>
          <a href={`mailto:${email}`}>{String(email)}</a> {proof(user.emailVerified)}
        </>
      ) : (
        t('none')
      ),
    },
    {
      term: words.field('phone'),
      text: phone ? (
        <>
          <bdi>{String(phone)}</bdi> {proof(user.phoneVerified)}
        </>
      ) : (
        t('none')
      ),
    },
  ];
  return <Facts title={t('contact')} facts={facts} />;
}
