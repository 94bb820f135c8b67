import type { Row } from '@doorwright/crds';
import { Content, FormGroup, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { MetadataForm } from '../../metadata/MetadataForm.tsx';
import { useServiceProvider } from './use-service-provider.ts';

/** Reads the metadata of a service provider into the form. */
export function ServiceProviderReader() {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const [address, setAddress] = useState('');
  const reading = useServiceProvider(({ entityId }: Row) => notify('success', t('saml.taken', { entityId })));
  return (
    <>
      <Content component="h3">{t('saml.fill')}</Content>
      <Content component="p">{t('saml.fillAbout')}</Content>
      <MetadataForm
        id="sp-metadata"
        labels={{ text: t('saml.text'), read: t('saml.read'), fetch: t('saml.fetch') }}
        address={address}
        addressField={
          <FormGroup label={t('saml.address')} fieldId="sp-metadata-url">
            <TextInput
              id="sp-metadata-url"
              type="url"
              value={address}
              onChange={(_event, typed) => setAddress(typed)}
            />
          </FormGroup>
        }
        reading={reading}
      />
    </>
  );
}
