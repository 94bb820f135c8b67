import type { Row } from '@doorwright/crds';
import { Label } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';
import { registry } from '../../../kinds.ts';
import { Time } from '../../../ui/Time.tsx';
import { useKindWords } from '../../../words/kind-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { Facts } from './Facts.tsx';
import { idOf, whomOf } from './standing.ts';

interface Passkey {
  id: string;
  name: string;
  model: string;
}

/** How a user signs in: when they last did, and what they prove their identity by. */
export function SignIn({ user }: { user: Row }) {
  const { t } = useTranslation('dossier');
  const words = useKindWords(registry.named('user'));
  const id = idOf(whomOf(user));
  const { data: passkeys = [] } = useQuery({
    queryKey: ['passkeys', id],
    queryFn: async ({ signal }) => (await call<Passkey[]>('get-passkeys', { query: { id }, signal })).data,
    retry: false,
  });
  const factors = (user.secondFactors ?? []) as string[];
  const labels = (texts: readonly { key: string; text: string }[]) =>
    texts.map(({ key, text }) => (
      <Label key={key} isCompact variant="outline">
        {text}
      </Label>
    ));
  const { lastSigninTime, lastSigninIp, password, passwordChangedTime } = user;
  const facts = [
    {
      term: t('lastSignIn'),
      text: lastSigninTime ? (
        <>
          <Time moment={String(lastSigninTime)} />
          {lastSigninIp !== '' && <span>{t('from', { address: String(lastSigninIp) })}</span>}
        </>
      ) : (
        t('never')
      ),
    },
    {
      term: words.field('passwordChangedTime'),
      text: (
        <>
          {!password && t('noPassword')}
          {password !== '' && (passwordChangedTime ? <Time moment={String(passwordChangedTime)} /> : t('unknownTime'))}
          {user.mustChangePassword === true && (
            <Label isCompact color="blue">
              {words.field('mustChangePassword')}
            </Label>
          )}
        </>
      ),
    },
    {
      term: words.field('secondFactors'),
      text:
        factors.length > 0
          ? labels(factors.map((type) => ({ key: type, text: t(`users:factorTypes.${type}`) })))
          : t('none'),
    },
    {
      term: t('passkeys'),
      text:
        passkeys.length > 0
          ? labels(
              passkeys.map((each) => ({ key: each.id, text: each.name || each.model || t('users:passkeyUnnamed') })),
            )
          : t('none'),
    },
  ];
  return <Facts title={t('signIn')} facts={facts} />;
}
