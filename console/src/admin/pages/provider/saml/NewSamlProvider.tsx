import type { Row } from '@doorwright/crds';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { Content } from '@patternfly/react-core';
import { useTranslation } from '../../../words/use-translation.ts';
import { MetadataReader } from './MetadataReader.tsx';
import { Registration } from './Registration.tsx';

/** Both sides of a new provider: the metadata of its identity provider, and what that needs to know of this installation. */
export function NewSamlProvider({ object }: { object: Row & Provider }) {
  const { t } = useTranslation('editor');
  return (
    <>
      <MetadataReader object={object} />
      <section className="below" aria-label={t('provider.register')}>
        <Content component="h2">{t('provider.register')}</Content>
        <Registration />
      </section>
    </>
  );
}
