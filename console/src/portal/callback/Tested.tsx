import { providerTests } from '../../shared/provider-tests.ts';
import { Door } from '../frame/Door.tsx';
import { useOnce } from '../frame/use-once.ts';
import { t } from '../words.ts';
import type { ProviderAnswer } from './provider-answer.ts';

/** Passes the answer of a test on to the provider's editor, which shows the result. */
export function Tested({ answer }: { answer: ProviderAnswer }) {
  useOnce(() => {
    const channel = providerTests();
    channel.postMessage(answer);
    channel.close();
    window.close();
  });
  return (
    <Door title={t('testEnded')}>
      <p role="status">{t('testEndedLead')}</p>
    </Door>
  );
}
