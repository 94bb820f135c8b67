import { callbackPathOf } from '@doorwright/crds/providers/callback.ts';
import { descriptionOf, type ProviderValues } from '@doorwright/crds/providers/described.ts';
import { DescriptionList } from '@patternfly/react-core';
import { CopyRow } from '../../ui/CopyRow.tsx';
import { useTranslation } from '../../words/use-translation.ts';

/** The address to register at a service before it gives a client ID. It follows the name and the type in the form. */
export function CallbackAddress({ provider }: { provider: ProviderValues }) {
  const { t } = useTranslation('editor');
  if (provider.category !== 'OAuth' || descriptionOf(provider)?.trial !== 'signIn') return null;
  return (
    <DescriptionList isCompact className="vendor">
      <CopyRow label={t('provider.callback')} text={`${location.origin}${callbackPathOf(provider)}`} />
    </DescriptionList>
  );
}
