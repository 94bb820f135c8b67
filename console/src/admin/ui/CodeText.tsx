import { Button, ClipboardCopyButton, CodeBlock, CodeBlockAction, CodeBlockCode } from '@patternfly/react-core';
import { DownloadIcon } from '@patternfly/react-icons/dist/esm/icons/download-icon';
import { useId, useState } from 'react';
import { downloadText } from '../browser/copy-and-download.ts';
import { useTranslation } from '../words/use-translation.ts';
import { useCopy } from './use-copy.ts';

interface Props {
  text: string;
  /** The name of the text in the labels of the buttons. */
  label: string;
  /** The name of the file for the download. */
  file?: string;
  /** Returns the text to copy and download, if the shown one lacks something; nothing after a failure. */
  complete?: () => Promise<string | undefined>;
}

/** Code, keys or YAML, with buttons to copy and download it. */
export function CodeText({ text, label, file, complete = async () => text }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = useCopy();
  const copyAll = async () => {
    const all = await complete();
    if (all !== undefined) setCopied(await copy(all));
  };
  const download = async (name: string) => {
    const all = await complete();
    if (all !== undefined) downloadText(name, all);
  };
  return (
    <CodeBlock
      actions={
        <>
          <CodeBlockAction>
            <ClipboardCopyButton
              id={id}
              variant="plain"
              aria-label={`${t('copy')}: ${label}`}
              onClick={() => void copyAll()}
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
                onClick={() => void download(file)}
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
