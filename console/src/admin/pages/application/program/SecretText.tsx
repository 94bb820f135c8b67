import type { Row } from '@doorwright/crds';
import { HelperText, HelperTextItem } from '@patternfly/react-core';
import { CodeText } from '../../../ui/CodeText.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { useSecretReader } from '../use-secret-reader.ts';

interface Props {
  object: Row;
  label: string;
  file?: string;
  textOf: (clientSecret: string) => string;
}

/** A text with the client secret. To copy or download it reads the secret; until then it is shown without. */
export function SecretText({ object, label, file, textOf }: Props) {
  const { t } = useTranslation('get-started');
  const { secret = '', isUnread, isFetching, read } = useSecretReader(object);
  const complete = async () => {
    const clientSecret = await read();
    return clientSecret === undefined ? undefined : textOf(clientSecret);
  };
  return (
    <>
      <CodeText label={label} text={textOf(secret)} complete={complete} {...(file && { file })} />
      {isUnread && !isFetching && (
        <HelperText>
          <HelperTextItem>{t('program.reads')}</HelperTextItem>
        </HelperText>
      )}
    </>
  );
}
