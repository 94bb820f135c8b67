import type { Row } from '@doorwright/crds';
import type { Stack } from '@doorwright/programs/stacks.ts';
import { Content, Skeleton } from '@patternfly/react-core';
import { Fragment } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { CodeText } from '../../../ui/CodeText.tsx';
import { FailedState } from '../../../ui/FailedState.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { useProgramTexts } from './program-texts.ts';
import { SecretText } from './SecretText.tsx';

interface Props {
  stack: Stack;
  object: Row;
  issuer: string;
}

/** The last part of a path: browsers save no folders. */
const savedAs = (file: string) => file.split('/').at(-1) ?? file;

/** The files of a program, the values that they read, and the commands that start it. */
export function ProgramFiles({ stack, object, issuer }: Props) {
  const { t } = useTranslation('get-started');
  const { data, error, refetch } = useProgramTexts(stack);
  const redirectUris = object.redirectUris as string[];
  const isRegistered = redirectUris.includes(stack.redirectUri);
  const valuesWith = (clientSecret: string) => ({
    issuer,
    clientId: String(object.clientId),
    ...(object.clientType === 'confidential' && { clientSecret }),
    redirectUri: isRegistered ? stack.redirectUri : (redirectUris[0] ?? stack.redirectUri),
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="20rem" screenreaderText={t('common:loading')} />;
  return (
    <>
      {!isRegistered && (
        <Alert isInline variant="info" title={t('program.notRegistered', { address: stack.redirectUri })} />
      )}
      <Content component="h4">{t('program.values', { file: stack.envFile })}</Content>
      <SecretText
        object={object}
        label={stack.envFile}
        file={savedAs(stack.envFile)}
        textOf={(clientSecret) => stack.env(valuesWith(clientSecret))}
      />
      {data.map(({ file, text }) => (
        <Fragment key={file}>
          <Content component="h4">{t('program.file', { file })}</Content>
          <CodeText label={file} text={text} file={savedAs(file)} />
        </Fragment>
      ))}
      <Content component="h4">{t('program.start')}</Content>
      <CodeText label={t('program.start')} text={stack.commands.join('\n')} />
    </>
  );
}
