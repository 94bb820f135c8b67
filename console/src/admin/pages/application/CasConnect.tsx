import type { Row } from '@doorwright/crds';
import { CardBody, Content, DescriptionList } from '@patternfly/react-core';
import { Fragment } from 'react';
import { CodeText } from '../../ui/CodeText.tsx';
import { CopyRow } from '../../ui/CopyRow.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { asRoomAllows } from './as-room-allows.ts';
import { casServerOf, casSettingsOf } from './cas-connecting.ts';

/** The addresses of the application's server of CAS, and the settings of libraries. */
export function CasConnect({ issuer, object }: { issuer: string; object: Row }) {
  const { t } = useTranslation('editor');
  const server = casServerOf(issuer, object);
  return (
    <CardBody>
      <Content component="h3">CAS</Content>
      <Content component="p">{t('connect.cas.about')}</Content>
      <DescriptionList {...asRoomAllows}>
        <CopyRow label={t('connect.cas.server')} text={server} />
        <CopyRow label={t('connect.cas.login')} text={`${server}/login`} />
        <CopyRow label={t('connect.cas.validate')} text={`${server}/p3/serviceValidate`} />
        <CopyRow label={t('connect.cas.logout')} text={`${server}/logout`} />
      </DescriptionList>
      {casSettingsOf(server).map(({ library, settings }) => (
        <Fragment key={library}>
          <Content component="h4">{library}</Content>
          <CodeText label={library} text={settings} />
        </Fragment>
      ))}
    </CardBody>
  );
}
