import { prose, strong } from '../prose.ts';
import type { MailWords } from '../words.ts';

export const polish: MailWords = {
  direction: 'ltr',
  locale: 'pl-PL',
  testNotice: 'Test: ten dokument wysłano w trybie testowym. Nie ma skutków prawnych.',
  greeting: (name) => (name ? prose`Dzień dobry, ${name},` : prose`Dzień dobry,`),
  sentFor: (workspace) =>
    workspace === null
      ? prose`Wysłano przez Countersign.`
      : prose`Wysłano przez Countersign w imieniu: ${workspace}.`,
  documentId: (id) => prose`Dokument ${id}`,
  report: 'Nie znasz nadawcy albo podejrzewasz oszustwo? Zgłoś to',
  buttonFails: 'Jeśli przycisk nie działa, otwórz ten adres w przeglądarce:',
  messageLabel: 'Wiadomość od nadawcy',
  documentLabel: 'Dokument',
  personAt: (person, workspace) => `${person} (${workspace})`,
  senderLabel: 'Nadawca',
  reasonLabel: 'Podany powód',
  request: {
    sign: {
      subject: 'Prośba o podpis:',
      reminderSubject: 'Przypomnienie, prośba o podpis:',
      heading: 'Dokument czeka na Twój podpis',
      asks: (sender, title) => prose`${sender} prosi o podpisanie dokumentu ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} nadal czeka na podpisanie dokumentu ${strong(title)}.`,
      button: 'Przeczytaj i podpisz',
      by: 'Termin podpisania',
    },
    approve: {
      subject: 'Prośba o zatwierdzenie:',
      reminderSubject: 'Przypomnienie, prośba o zatwierdzenie:',
      heading: 'Dokument czeka na Twoje zatwierdzenie',
      asks: (sender, title) => prose`${sender} prosi o zatwierdzenie dokumentu ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} nadal czeka na zatwierdzenie dokumentu ${strong(title)}.`,
      button: 'Przeczytaj i zatwierdź',
      by: 'Termin zatwierdzenia',
    },
    read: {
      subject: 'Do przeczytania:',
      reminderSubject: 'Przypomnienie, do przeczytania:',
      heading: 'Dokument do przeczytania',
      asks: (sender, title) => prose`${sender} prosi o przeczytanie dokumentu ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} nadal czeka na przeczytanie dokumentu ${strong(title)}.`,
      button: 'Otwórz dokument',
      by: 'Termin przeczytania',
    },
  },
  reminderHeading: 'Czeka na Ciebie dokument',
  linkTo: {
    sign: 'Ten link jest tylko dla Ciebie: każdy, kto go ma, może podpisać w Twoim imieniu, więc nie przekazuj tej wiadomości dalej. Jeśli nie znasz nadawcy, nie musisz nic robić.',
    approve:
      'Ten link jest tylko dla Ciebie: każdy, kto go ma, może zatwierdzić w Twoim imieniu, więc nie przekazuj tej wiadomości dalej. Jeśli nie znasz nadawcy, nie musisz nic robić.',
    read: 'Ten link jest tylko dla Ciebie: każdy, kto go ma, może przeczytać dokument, więc nie przekazuj tej wiadomości dalej. Jeśli nie znasz nadawcy, nie musisz nic robić.',
  },
  linkToRead: 'Ten link jest tylko dla Ciebie: każdy, kto go ma, może przeczytać dokument.',
  completed: {
    subject: 'Zakończono:',
    heading: 'Dokument jest gotowy',
    done: (title, sender) =>
      prose`Wszyscy zakończyli pracę nad dokumentem ${strong(title)}. Nadawca: ${sender}.`,
    copy: 'Twój egzemplarz jest zapieczętowany podpisem cyfrowym, który ujawnia każdą późniejszą zmianę. Na końcu certyfikat ukończenia podaje, kto, co i kiedy zrobił.',
    button: 'Pobierz zapieczętowany dokument',
  },
  voided: {
    subject: 'Anulowano:',
    heading: 'Dokument został anulowany',
    voided: (sender, title) => prose`Dokument ${strong(title)} został anulowany. Nadawca: ${sender}.`,
    next: 'Nie musisz nic robić. Otrzymany link nie otwiera już dokumentu.',
  },
  expired: {
    subject: 'Wygasł:',
    heading: 'Dokument wygasł',
    expired: (title, at) =>
      at === null
        ? prose`Dokument ${strong(title)} wygasł, zanim wszyscy go podpisali.`
        : prose`Dokument ${strong(title)} wygasł (${at}), zanim wszyscy go podpisali.`,
    next: (sender) =>
      prose`Nie musisz nic robić. Jeśli dokument jest nadal potrzebny, poproś nadawcę (${sender}) o ponowne wysłanie.`,
  },
  code: {
    subject: 'Twój kod do dokumentu',
    heading: 'Twój kod',
    preview: (minutes) => prose`Wpisz go na otwartej stronie. Jest ważny przez ${minutes} min.`,
    enter: (title, minutes) =>
      prose`Wpisz ten kod, aby otworzyć dokument ${strong(title)}. Jest ważny przez ${minutes} min.`,
    keep: 'Nie podawaj kodu nikomu, nawet nadawcy. Jeśli o niego nie prosisz, zignoruj tę wiadomość: bez kodu dokumentu nie da się otworzyć.',
  },
};
