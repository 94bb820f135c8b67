import { rememberTarget } from '../../shared/return-target.ts';
import { Button } from '../frame/Button.tsx';
import { t } from '../words.ts';

function signIn(): void {
  rememberTarget(location.pathname + location.search);
  location.assign('/login');
}

/** Leads a visitor to sign-in, and back to what they buy. */
export const SignInToPay = () => (
  <section className="pay" aria-labelledby="pay">
    <h2 id="pay">{t('shopPay')}</h2>
    <p className="sign-in-to-pay">{t('shopEnter')}</p>
    <Button onClick={signIn}>{t('signIn')}</Button>
  </section>
);
