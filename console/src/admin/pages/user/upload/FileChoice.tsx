import { Content, MultipleFileUpload, MultipleFileUploadMain } from '@patternfly/react-core';
import { UploadIcon } from '@patternfly/react-icons/dist/esm/icons/upload-icon';
import { useState } from 'react';
import { sizeText } from '../../../list/Cell.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

interface Props {
  file: File | undefined;
  onChoose: (file: File | undefined) => void;
}

const largest = 16 * 2 ** 20;
const types = { 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'] };

/** An input for a chosen or dropped file. The server judges the content; the check here only saves an upload. */
export function FileChoice({ file, onChoose }: Props) {
  const { t, language } = useTranslation('users');
  const [problem, setProblem] = useState('');
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const isSheet = chosen.name.toLowerCase().endsWith('.xlsx');
    const limits = { size: sizeText(chosen.size, language), limit: sizeText(largest, language) };
    const why = !isSheet ? t('notXlsx') : chosen.size > largest ? t('tooLarge', limits) : '';
    setProblem(why);
    onChoose(why ? undefined : chosen);
  };
  return (
    <>
      <Content component="p">
        <a href="/api/get-users-template" download="users.xlsx">
          {t('template')}
        </a>
      </Content>
      {problem && <Alert isInline isLiveRegion variant="danger" title={problem} className="above" />}
      <MultipleFileUpload
        onFileDrop={(_event, [first]) => choose(first)}
        dropzoneProps={{ accept: types, multiple: false, onDropRejected: ([rejected]) => choose(rejected?.file) }}
      >
        <MultipleFileUploadMain
          titleIcon={<UploadIcon />}
          titleText={t('dropHere')}
          titleTextSeparator={t('orChoose')}
          browseButtonText={t('chooseFile')}
          infoText={file && `${file.name} · ${sizeText(file.size, language)}`}
        />
      </MultipleFileUpload>
    </>
  );
}
