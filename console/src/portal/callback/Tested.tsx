import { useEffect } from 'react';
import { providerTests } from '../../browser/provider-tests.ts';
import { Door } from '../frame/Door.tsx';
import { t } from '../words.ts';
import type { ProviderAnswer } from './provider-answer.ts';

/** Passes the answer of a test on to the provider's editor, which shows the result. */
export function Tested({ answer }: { answer: ProviderAnswer }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is good for one time
  useEffect(() => {
    const channel = providerTests();
    channel.postMessage(answer);
    channel.close();
    window.close();
  }, []);
  return (
    <Door title={t('testEnded')}>
      <p role="status">{t('testEndedLead')}</p>
    </Door>
  );
}
