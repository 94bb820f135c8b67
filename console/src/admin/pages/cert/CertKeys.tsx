import type { Row } from '@doorwright/crds';
import { Content, Label } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useQuery } from '@tanstack/react-query';
import { registry } from '../../kinds.ts';
import { mayChange, useAccount } from '../../session/account.ts';
import { FailedState } from '../../ui/FailedState.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { type CertKey, isExpired, keysQuery } from './cert-keys.ts';
import { EndKey } from './EndKey.tsx';

const kind = registry.named('cert');

const colours = { signing: 'green', published: 'blue', retired: 'grey' } as const;

function State({ shown }: { shown: CertKey }) {
  const { t } = useTranslation('editor');
  if (isExpired(shown)) return <Label status="danger">{t('certKeys.expired')}</Label>;
  return <Label color={colours[shown.state]}>{t(`certKeys.${shown.state}`)}</Label>;
}

/** The keys that verify the cert's tokens: the current one and the retired ones. */
export function CertKeys({ object }: { object: Row }) {
  const { t, language } = useTranslation('editor');
  const account = useAccount();
  const { data, error, refetch } = useQuery(keysQuery(object));
  const when = (moment: string) =>
    new Date(moment).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data?.length) return null;
  const heads = [t('certKeys.id'), t('certKeys.state'), t('cert:fields.cryptoAlgorithm'), t('certKeys.until')];
  const mayEnd = account && mayChange(kind, account);
  return (
    <section className="below" aria-label={t('certKeys.title')}>
      <Content component="h2">{t('certKeys.title')}</Content>
      <Content component="p">{t('certKeys.about')}</Content>
      <Table variant="compact" gridBreakPoint="grid-lg" aria-label={t('certKeys.title')}>
        <Thead>
          <Tr>
            {heads.map((head) => (
              <Th key={head} modifier="nowrap">
                {head}
              </Th>
            ))}
            <Th screenReaderText={t('common:action')} />
          </Tr>
        </Thead>
        <Tbody>
          {data.map((key) => (
            <Tr key={key.kid}>
              {[
                <code key="kid">{key.kid}</code>,
                <div key="state">
                  <State shown={key} />
                </div>,
                key.cryptoAlgorithm,
                <time key="until" dateTime={key.notAfter || key.expireTime}>
                  {when(key.notAfter || key.expireTime)}
                </time>,
              ].map((cell, at) => (
                <Td key={heads[at]} dataLabel={heads[at] ?? ''} modifier="breakWord">
                  {cell}
                </Td>
              ))}
              <Td>{mayEnd && key.state !== 'signing' && <EndKey cert={String(object.name)} kid={key.kid} />}</Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </section>
  );
}
