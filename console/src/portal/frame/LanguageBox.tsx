import { type Language, languageNames, languages } from '@doorwright/locales/languages.ts';
import { type ChangeEvent, useState } from 'react';
import { t } from '../words.ts';
import { changeLanguage } from './change-language.ts';

export function LanguageBox() {
  const [hasFailed, setFailed] = useState(false);

  async function choose({ target }: ChangeEvent<HTMLSelectElement>) {
    setFailed(false);
    await changeLanguage(target.value as Language).catch((error) => {
      reportError(error);
      setFailed(true);
      target.value = document.documentElement.lang;
    });
  }

  return (
    <>
      <select aria-label={t('language')} value={document.documentElement.lang} onChange={(event) => void choose(event)}>
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
      <span role="alert" className="unspoken missing">
        {hasFailed && t('pageFailedLead')}
      </span>
    </>
  );
}
