import '../frame/facts.css';
import '../frame/mark.css';
import './order.css';
import { isSignedOut } from '../account.ts';
import { Button } from '../frame/Button.tsx';
import { Problem } from '../frame/Problem.tsx';
import { ToSignIn } from '../frame/ToSignIn.tsx';
import { Waiting } from '../frame/Waiting.tsx';
import type { BarePageProps } from '../page.ts';
import { said, t } from '../words.ts';
import { Ended } from './Ended.tsx';
import { Open } from './Open.tsx';
import { useOrder } from './use-order.ts';
import { useOwnOrganization } from './use-own-organization.ts';

/** The page with the result of an order. It leads a visitor to sign-in and back. */
export function ResultPage({ params: { name = '' } }: BarePageProps) {
  const { order, problem, isResting, again } = useOrder(name);
  const organization = useOwnOrganization();
  if (isSignedOut(problem)) return <ToSignIn />;
  if (problem)
    return (
      <Problem title={t('orderResult')} action={<Button onClick={again}>{t('shopRetry')}</Button>}>
        {said(problem)}
      </Problem>
    );
  if (!order) return <Waiting>{t('loading')}</Waiting>;
  if (order.payment.state === 'Created')
    return <Open payment={order.payment} organization={organization} isResting={isResting} onAgain={again} />;
  return <Ended {...order} organization={organization} />;
}
