import { ClipboardCopyButton, CodeBlock, CodeBlockAction, CodeBlockCode } from '@patternfly/react-core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/take-away.ts';

export function Snippet({ text }: { text: string }) {
  const { t } = useTranslation();
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
  };
  return (
    <CodeBlock
      actions={
        <CodeBlockAction>
          <ClipboardCopyButton
            id={id}
            variant="plain"
            aria-label={t('editor:connect.copyExample')}
            onClick={() => void copy()}
            onTooltipHidden={() => setCopied(false)}
          >
            {t(isCopied ? 'copied' : 'copy')}
          </ClipboardCopyButton>
        </CodeBlockAction>
      }
    >
      <CodeBlockCode>{text}</CodeBlockCode>
    </CodeBlock>
  );
}
