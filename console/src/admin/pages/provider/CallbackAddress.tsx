import { callbackPathOf } from '@doorwright/crds/providers/callback.ts';
import { descriptionOf, type ProviderValues } from '@doorwright/crds/providers/described.ts';
import { DescriptionList } from '@patternfly/react-core';
import type { MouseEvent } from 'react';
import { CopyRow } from '../../ui/CopyRow.tsx';
import { useTranslation } from '../../words/use-translation.ts';

/** The id of the test below the form. */
export const trialId = 'trial';

/** Shows the test. The form above it is long. */
function toTrial(event: MouseEvent): void {
  const trial = document.getElementById(trialId);
  if (!trial) return;
  event.preventDefault();
  trial.scrollIntoView();
  trial.focus();
}

/** The address to register at a service before it gives a client ID, and the way to the test of a stored provider. The address follows the name and the type in the form. */
export function CallbackAddress({ provider }: { provider: ProviderValues }) {
  const { t } = useTranslation('editor');
  if (provider.category !== 'OAuth' || descriptionOf(provider)?.trial !== 'signIn') return null;
  return (
    <>
      <DescriptionList isCompact className="vendor">
        <CopyRow label={t('provider.callback')} text={`${location.origin}${callbackPathOf(provider)}`} />
      </DescriptionList>
      {Number(provider.version) > 0 && (
        <a href={`#${trialId}`} onClick={toTrial}>
          {t('provider.testSignIn')}
        </a>
      )}
    </>
  );
}
