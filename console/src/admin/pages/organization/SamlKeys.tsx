import type { Row } from '@doorwright/crds';
import { Button, Content, Flex, FlexItem, Label } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useQuery } from '@tanstack/react-query';
import { downloadText } from '../../browser/copy-and-download.ts';
import { registry } from '../../kinds.ts';
import { mayChange, useAccount } from '../../session/account.ts';
import { FailedState } from '../../ui/FailedState.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { AskedStep, NextSamlKey } from './SamlKeyButtons.tsx';
import { keysQuery, type SamlKey } from './saml-keys.ts';

const kind = registry.named('organization');

const colours = { shared: 'orange', signing: 'green', published: 'blue', retired: 'grey' } as const;

function State({ state }: Pick<SamlKey, 'state'>) {
  const { t } = useTranslation('editor');
  return <Label color={colours[state]}>{t(state === 'shared' ? 'samlKeys.shared' : `certKeys.${state}`)}</Label>;
}

function KeyActions({ organization, shown, mayEnd }: { organization: string; shown: SamlKey; mayEnd: boolean }) {
  const { t } = useTranslation('editor');
  const { state, certificate } = shown;
  const isEnding = mayEnd && (state === 'published' || state === 'retired');
  return (
    <Flex>
      <Button variant="link" size="sm" onClick={() => downloadText(`${organization}-saml.pem`, certificate)}>
        {t('downloadCertificate')}
      </Button>
      {isEnding && (
        <AskedStep
          organization={organization}
          label={t('samlKeys.remove')}
          title={t('samlKeys.sureToRemove')}
          about={t('samlKeys.removeAbout')}
          step={{ route: 'delete-saml-key', state, done: 'removed' }}
          isDanger
        />
      )}
    </Flex>
  );
}

/** The keys with which the applications of an organization sign SAML, and their rotation. */
export function SamlKeys({ object }: { object: Row }) {
  const { t, language } = useTranslation('editor');
  const account = useAccount();
  const organization = String(object.name);
  const { data, error, refetch } = useQuery(keysQuery(organization));
  const day = (moment: string) => new Date(moment).toLocaleDateString(language, { dateStyle: 'medium' });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const heads = [t('certKeys.state'), t('samlKeys.fingerprint'), t('certKeys.until')];
  const mayEnd = Boolean(account && mayChange(kind, account));
  const isShared = data.some(({ state }) => state === 'shared');
  return (
    <section className="below" aria-label={t('samlKeys.title')}>
      <Flex>
        <FlexItem>
          <Content component="h2">{t('samlKeys.title')}</Content>
        </FlexItem>
        {mayEnd && data.length > 0 && (
          <FlexItem>
            <NextSamlKey organization={organization} hasNext={data.some(({ state }) => state === 'published')} />
          </FlexItem>
        )}
      </Flex>
      <Content component="p">{t(isShared ? 'samlKeys.sharedAbout' : 'samlKeys.about')}</Content>
      {data.length === 0 && <Content component="p">{t('samlKeys.none')}</Content>}
      {data.length > 0 && (
        <Table variant="compact" gridBreakPoint="grid-lg" aria-label={t('samlKeys.title')}>
          <Thead>
            <Tr>
              {heads.map((head) => (
                <Th key={head}>{head}</Th>
              ))}
              <Th screenReaderText={t('common:action')} />
            </Tr>
          </Thead>
          <Tbody>
            {data.map((key) => (
              <Tr key={key.state}>
                {[
                  <div key="state">
                    <State state={key.state} />
                  </div>,
                  <code key="fingerprint">{key.fingerprint}</code>,
                  key.expireTime && day(key.notAfter || key.expireTime),
                ].map((cell, at) => (
                  <Td key={heads[at]} dataLabel={heads[at] ?? ''} modifier="breakWord">
                    {cell}
                  </Td>
                ))}
                <Td>{key.certificate && <KeyActions organization={organization} shown={key} mayEnd={mayEnd} />}</Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </section>
  );
}
