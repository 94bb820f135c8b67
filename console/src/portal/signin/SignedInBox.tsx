import { idOf } from '../account.ts';
import type { SigningIn } from '../attempt/use-sign-in.ts';
import { Button } from '../frame/Button.tsx';
import type { PageProps } from '../page.ts';
import { targetAt } from '../targets/registry.ts';
import { isolated, t } from '../words.ts';

/**
 * Users who are signed in continue at applications of their own organization, unless the client wants a new
 * sign-in.
 */
export const canContinue = ({
  account,
  application,
  query,
  question,
}: Pick<PageProps, 'account' | 'application' | 'query' | 'question'>) =>
  account !== undefined &&
  account.owner === application.organization &&
  !question?.needsProof &&
  !targetAt(location.pathname).wantsProof(query);

interface Props extends Pick<SigningIn, 'isBusy' | 'enter'> {
  account: NonNullable<PageProps['account']>;
}

export function SignedInBox({ account, isBusy, enter }: Props) {
  const { name, displayName } = account;
  return (
    <section className="signed-in">
      <p>{t('continueWith')}</p>
      <Button look="secondary" isBusy={isBusy} onClick={() => void enter({ account: idOf(account) })}>
        {`${name} (${isolated(displayName)})`}
      </Button>
      <p>{t('otherAccount')}</p>
    </section>
  );
}
