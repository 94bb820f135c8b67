import { Button, ClipboardCopyButton, CodeBlock, CodeBlockAction, CodeBlockCode } from '@patternfly/react-core';
import { DownloadIcon } from '@patternfly/react-icons/dist/esm/icons/download-icon';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from './take-away.ts';
import { useCopy } from './use-copy.ts';

interface Props {
  text: string;
  /** What it is, for the buttons. */
  label: string;
  /** Name of the file that it can be taken home in. */
  file?: string;
}

/** A text for machines, to be copied or downloaded. */
export function CodeText({ text, label, file }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = useCopy();
  return (
    <CodeBlock
      actions={
        <>
          <CodeBlockAction>
            <ClipboardCopyButton
              id={id}
              variant="plain"
              aria-label={`${t('copy')}: ${label}`}
              onClick={() => void copy(text).then(setCopied)}
              onTooltipHidden={() => setCopied(false)}
            >
              {t(isCopied ? 'copied' : 'copy')}
            </ClipboardCopyButton>
          </CodeBlockAction>
          {file && (
            <CodeBlockAction>
              <Button
                variant="plain"
                icon={<DownloadIcon />}
                aria-label={`${t('download')}: ${label}`}
                onClick={() => downloadText(file, text)}
              />
            </CodeBlockAction>
          )}
        </>
      }
    >
      <CodeBlockCode>{text}</CodeBlockCode>
    </CodeBlock>
  );
}
