import { useEffect } from 'react';

const studio = document.title;

/** What the tab of the browser is called while this is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? studio : `${title} · ${studio}`;
    return () => {
      document.title = studio;
    };
  }, [title]);
}
