/** The words of the signing page in Polish. */
import { printPercent } from '../format-number.ts';
import { printWait } from '../format-time.ts';
import type { Words } from '../words.ts';

const rules = new Intl.PluralRules('pl');

/** The form for the number: 1, 2 to 4, and all others. */
function plural(count: number, one: string, few: string, many: string): string {
  const rule = rules.select(count);
  return rule === 'one' ? one : rule === 'few' ? few : many;
}

export const polish: Words = {
  language: 'pl',
  direction: 'ltr',
  languageLabel: 'Język',
  pageTitle: (title) => `${title} – podpis`,
  loading: 'Wczytywanie dokumentu…',
  testBanner: 'Dokument testowy: nie ma mocy prawnej.',
  testWatermark: 'TEST',
  from: (sender) => `${sender} prosi o podpis`,
  fromToApprove: (sender) => `${sender} prosi o zatwierdzenie`,
  fromToRead: (sender) => `${sender} przesyła ten dokument do przeczytania`,
  personAt: (person, workspace) => `${person} (${workspace})`,
  fromPlain: (sender) => `Od: ${sender}`,
  messageOf: (sender) => `Wiadomość od: ${sender}`,
  youAre: (name, email) => `Podpisuje: ${name} (${email}).`,
  dueBy: (when) => `Termin: ${when}.`,
  download: 'Pobierz',
  downloadTitle: 'Pobierz dokument w formacie PDF',
  decline: 'Odmów',
  reassign: 'Przekaż',
  zoomIn: 'Powiększ',
  zoomOut: 'Pomniejsz',
  zoomLevel: (percent) => printPercent(percent, 'pl'),
  viewGroup: 'Widok dokumentu',
  cancel: 'Anuluj',
  close: 'Zamknij',
  offline: 'Brak połączenia.',
  offlineKept: 'Wpisane dane pozostają na tym urządzeniu.',
  restored: 'Wcześniej wpisane dane nadal tu są.',
  tryAgain: 'Spróbuj ponownie',

  draft: {
    saving: 'Zapisywanie…',
    saved: 'Wersja robocza zapisana',
    here: 'Zapisano tylko na tym urządzeniu',
    lost: 'Nie zapisano. Proszę zakończyć przed opuszczeniem tej strony.',
  },

  consent: {
    heading: 'Podpis elektroniczny',
    headingApprove: 'Zatwierdzenie elektroniczne',
    summary:
      'Kontynuując, wyrażasz zgodę na elektroniczną formę dokumentu i podpisu w przypadku tego dokumentu.',
    read: 'Przeczytaj pełny tekst',
    hide: 'Ukryj pełny tekst',
    accept: 'Zgadzam się i przechodzę dalej',
    accepted: 'Wyrażono zgodę na podpis elektroniczny.',
    show: 'Przeczytaj jeszcze raz',
  },

  bar: {
    label: 'Postęp',
    done: (count, total) => `${count} z ${total}`,
    left: (count) => `Do wypełnienia: ${count} ${plural(count, 'pole', 'pola', 'pól')}`,
    ready: 'Wszystko jest wypełnione.',
    approveReady: 'Przeczytaj dokument, a następnie go zatwierdź.',
    next: 'Następne pole',
    finish: 'Zakończ podpisywanie',
    approve: 'Zatwierdź',
    sending: 'Wysyłanie…',
    faults: (count) =>
      `${count} ${plural(count, 'pole wymaga', 'pola wymagają', 'pól wymaga')} uwagi. Pierwsze jest zaznaczone.`,
    faultAt: (label, fault) => `${label}: ${fault}`,
  },

  ownKey: {
    explain: (provider) =>
      `Ten dokument podpisuje się własnym kluczem u dostawcy ${provider}. Gdy wszystko będzie wypełnione, zatwierdzą Państwo podpis u dostawcy ${provider} i wrócą tutaj.`,
    finish: (provider) => `Podpisz u dostawcy ${provider}`,
    failures: {
      denied: 'Podpis nie został zatwierdzony. Niczego nie podpisano; można spróbować ponownie.',
      expired: 'Zatwierdzenie wygasło. Niczego nie podpisano; proszę spróbować ponownie.',
      unavailable: 'Dostawca klucza nie odpowiedział. Niczego nie podpisano; proszę spróbować później.',
      unusable:
        'Tym kluczem nie można podpisać tego dokumentu. Niczego nie podpisano. Proszę zapytać nadawcę.',
      level:
        'Nadawca wymaga wyższego poziomu podpisu niż poziom tego klucza. Niczego nie podpisano. Proszę zapytać nadawcę.',
      changed:
        'Dokument zmienił się w międzyczasie. Niczego nie podpisano. Proszę sprawdzić go i spróbować ponownie.',
    },
  },

  types: {
    signature: 'Podpis',
    initials: 'Parafa',
    name: 'Imię i nazwisko',
    email: 'Adres e-mail',
    date: 'Data',
    text: 'Tekst',
    number: 'Liczba',
    checkbox: 'Pole wyboru',
    radio: 'Wybór',
    dropdown: 'Lista',
  },

  field: {
    required: 'wymagane',
    optional: 'opcjonalne',
    readOnly: 'ustawione przez nadawcę',
    empty: 'puste',
    ticked: 'zaznaczone',
    notTicked: 'niezaznaczone',
    sign: 'Podpisz tutaj',
    initial: 'Parafuj tutaj',
    choose: 'Wybierz…',
    none: 'Brak',
    fillIn: 'Wypełnij',
    edit: (label) => `${label}: wypełnij`,
    changeSignature: 'Zmień',
    otherValue: 'wypełnione przez inną osobę',
    otherDrawn: 'Podpisano',
    done: 'Gotowe',
    previous: 'Wstecz',
    next: 'Dalej',
    position: (index, total) => `Pole ${index} z ${total}`,
    tick: 'Zaznacz to pole',
    appeared: (labels) => `Teraz widoczne: ${labels}.`,
    disappeared: (labels) => `Już niewidoczne: ${labels}.`,
  },

  fault: {
    missing: 'Wypełnij to pole.',
    missingSignature: 'Dodaj swój podpis.',
    missingInitials: 'Dodaj swoją parafę.',
    missingChoice: 'Wybierz jedną z możliwości.',
    mustTick: 'Zaznacz to pole.',
    tooLong: (limit) => `Najwyżej ${limit} ${plural(limit, 'znak', 'znaki', 'znaków')}.`,
    pattern: (pattern) => `Tekst nie ma formatu wymaganego przez nadawcę: ${pattern}`,
    notAnOption: 'Wybierz jedną z opcji.',
    date: 'Podaj istniejącą datę.',
    email: 'Podaj adres e-mail, na przykład nazwa@example.com.',
    number: 'Podaj liczbę cyframi, z kropką dziesiętną, na przykład 1250.50.',
    atLeast: (limit) => `Wartość musi wynosić co najmniej ${limit}.`,
    atMost: (limit) => `Wartość może wynosić najwyżej ${limit}.`,
    drawingTooLong: 'Rysunek ma za dużo linii. Wyczyść go i narysuj ponownie.',
    mode: 'Podpisz w jeden z dostępnych sposobów.',
  },

  signature: {
    title: 'Twój podpis',
    titleInitials: 'Twoja parafa',
    how: 'Jak chcesz podpisać?',
    modes: { type: 'Wpisz', draw: 'Narysuj', upload: 'Prześlij' },
    typeLabel: 'Wpisz imię i nazwisko',
    typeLabelInitials: 'Wpisz parafę',
    font: 'Pismo odręczne',
    preview: 'Tak to będzie wyglądać',
    drawLabel: 'Narysuj myszą, palcem lub piórem',
    drawState: (strokes) =>
      strokes === 0
        ? 'Obszar rysowania, pusty'
        : `Obszar rysowania, ${strokes} ${plural(strokes, 'linia', 'linie', 'linii')}`,
    drawKeyboard: 'Nie masz myszy ani ekranu dotykowego? Wpisz imię i nazwisko.',
    drawFull: 'Rysunek nie może mieć więcej linii.',
    undo: 'Cofnij',
    clear: 'Wyczyść',
    uploadLabel: 'Wybierz obraz swojego podpisu',
    uploadHint: 'PNG lub JPEG. Przed wysłaniem obraz jest przycinany na tym urządzeniu.',
    uploadUnreadable: 'Ten plik nie jest obrazem. Wybierz plik PNG lub JPEG.',
    uploadClean: 'Usuń tło',
    uploadedAlt: 'Twój przesłany podpis',
    apply: 'Użyj tego podpisu',
    applyInitials: 'Użyj tej parafy',
    added: (label) => `${label}: dodano.`,
    meaning: 'Wybierając go, przyjmujesz go jako swój podpis elektroniczny na tym dokumencie.',
  },

  code: {
    heading: 'Potwierdź swoją tożsamość',
    intro: 'Ten dokument jest chroniony. Wyślemy sześciocyfrowy kod na adres, na który przyszedł link.',
    send: 'Wyślij mi kod',
    sendAgain: 'Wyślij mi nowy kod',
    sent: 'Kod jest w drodze. Jest ważny przez dziesięć minut. Sprawdź też folder ze spamem.',
    label: 'Sześciocyfrowy kod',
    verify: 'Dalej',
    shape: 'Kod ma sześć cyfr.',
    wrong: (left) =>
      left > 0
        ? `Ten kod jest błędny. ${plural(left, 'Pozostała', 'Pozostały', 'Pozostało')} ${left} ${plural(left, 'próba', 'próby', 'prób')}.`
        : 'Ten kod już nie działa. Poproś o nowy.',
  },

  declineDialog: {
    title: 'Odmowa podpisu',
    titleApprove: 'Odmowa zatwierdzenia',
    explain: 'To kończy obieg dokumentu dla wszystkich. Nadawca zobaczy podany powód.',
    reason: 'Dlaczego odmawiasz?',
    reasonMissing: 'Podaj powód.',
    reasonTooLong: 'Powód może mieć najwyżej 1000 znaków.',
    confirm: 'Odmów podpisania dokumentu',
  },

  reassignDialog: {
    title: 'Przekaż innej osobie',
    explain:
      'Ta osoba otrzyma własny link i podpisze zamiast Ciebie. Twój link przestanie działać, a nadawca zobaczy, że dokument został przekazany.',
    name: 'Imię i nazwisko tej osoby',
    nameMissing: 'Podaj imię i nazwisko.',
    email: 'Adres e-mail tej osoby',
    emailWrong: 'Podaj adres e-mail, na przykład nazwa@example.com.',
    ownAddress: 'To jest Twój własny adres. Podaj adres innej osoby.',
    confirm: 'Przekaż',
  },

  pages: {
    jump: 'Przejdź do strony',
    left: (count) => `jeszcze ${count}`,
    label: 'Dokument',
    page: (page, total) => `Strona ${page} z ${total}`,
    failed: 'Nie można tu pokazać dokumentu.',
    failedHint: 'Możesz go pobrać i przeczytać w innym programie albo spróbować ponownie.',
    pageFailed: 'Nie można tu pokazać tej strony. Pobierz dokument i przeczytaj go w innym programie.',
    drawing: 'Wczytywanie strony…',
    preparingPrint: (page, total) => `Przygotowywanie strony ${page} z ${total} do druku…`,
    notPrinted:
      'Ta strona nie była wczytana, dlatego nie jest drukowana. Naciśnij Ctrl + P (⌘ P na Macu) albo pobierz dokument i go wydrukuj.',
  },

  screens: {
    unknown: {
      heading: 'Ten link nie działa',
      text: 'Może być niepełny albo zastąpiony nowszym. Użyj linku z ostatniej wiadomości e-mail lub poproś nadawcę o nowy.',
    },
    sessionEnded: {
      heading: 'Tę stronę trzeba otworzyć ponownie',
      text: 'Dla bezpieczeństwa otwiera się tylko raz i na ograniczony czas. Wróć do miejsca, z którego nastąpiło przejście, i otwórz tam dokument jeszcze raz.',
    },
    unreachable: {
      heading: 'Nie można wczytać dokumentu',
      text: 'Usługa nie odpowiedziała. Sprawdź połączenie i spróbuj ponownie; nic nie zginęło.',
    },
    voided: {
      heading: 'Ten dokument został anulowany',
      text: (sender) => `Anulował go nadawca: ${sender}. Nie trzeba już nic robić.`,
    },
    rejected: {
      heading: 'Ten dokument został odrzucony',
      text: (sender) =>
        `Jeden z odbiorców odmówił, więc dokumentu nie można już podpisać. Nadawca został powiadomiony: ${sender}.`,
    },
    youDeclined: {
      heading: 'Odmówiono podpisania tego dokumentu',
      text: (sender) => `Nadawca zna podany powód: ${sender}. Możesz zamknąć tę stronę.`,
    },
    expired: {
      heading: 'Ten dokument wygasł',
      text: (sender) =>
        `Termin minął. Jeśli nadal chcesz podpisać, poproś nadawcę (${sender}) o ponowne wysłanie.`,
    },
    reason: 'Podany powód',
    notYourTurn: {
      heading: 'To jeszcze nie Twoja kolej',
      text: (sender) =>
        `Nadawca (${sender}) ustalił kolejność podpisów i ktoś inny podpisuje wcześniej. Gdy przyjdzie Twoja kolej, otrzymasz wiadomość e-mail.`,
      look: 'Sprawdź ponownie',
    },
    reassigned: {
      heading: 'Dokument został przekazany',
      text: (name) =>
        `${name} otrzyma wiadomość e-mail z własnym linkiem. Twój link już nie działa; możesz zamknąć tę stronę.`,
    },
    waiting: {
      heading: 'To wszystko z Twojej strony',
      text: 'Inne osoby muszą jeszcze podpisać. Gdy wszyscy podpiszą, otrzymasz gotowy dokument e-mailem.',
      document: 'Pobierz obecny dokument',
    },
    completed: {
      heading: 'Dokument jest gotowy',
      thanks: 'To wszystko.',
      text: 'Zapieczętowany egzemplarz zawiera wszystkie podpisy i certyfikat ukończenia. Otrzymasz go także e-mailem.',
      sealing:
        'Zapieczętowany egzemplarz jest przygotowywany. To chwilę potrwa: możesz poczekać tutaj albo użyć linku z wiadomości e-mail.',
      copy: 'Pobierz zapieczętowany egzemplarz',
    },
    redirect: {
      link: (host) => `Przejdź do ${host}`,
      soon: (host, seconds) => `Za ${seconds} s nastąpi przejście do ${host}.`,
      stay: 'Zostań tutaj',
    },
  },

  withoutEmail: {
    code: 'Ten dokument jest chroniony. Wyślemy Ci e-mailem sześciocyfrowy kod.',
    notYourTurn: (sender) =>
      `Nadawca (${sender}) ustalił kolejność podpisów i ktoś inny podpisuje wcześniej.`,
    waiting: 'Inne osoby muszą jeszcze podpisać.',
    completed: 'Zapieczętowany egzemplarz zawiera wszystkie podpisy i certyfikat ukończenia.',
    sealing: 'Zapieczętowany egzemplarz jest przygotowywany. To chwilę potrwa.',
  },

  direct: {
    toSign: (sender) => `${sender} udostępnia ten dokument do podpisu`,
    toApprove: (sender) => `${sender} udostępnia ten dokument do zatwierdzenia`,
    explainEmail:
      'Podaj imię i nazwisko oraz adres e-mail. Wyślemy link, który otwiera dokument; w ten sposób adres zostanie potwierdzony.',
    explainNow:
      'Podaj imię i nazwisko oraz adres e-mail. Dokument otworzy się, a oba zostaną zapisane razem z podpisem.',
    name: 'Imię i nazwisko',
    nameMissing: 'Podaj imię i nazwisko.',
    email: 'Adres e-mail',
    startEmail: 'Wyślij mi link',
    startNow: 'Otwórz dokument',
    emailed: {
      heading: 'Sprawdź pocztę',
      text: (email) => `Wysłaliśmy link na adres ${email}. Otwórz go, aby przeczytać i podpisać dokument.`,
      hint: 'Nie ma wiadomości? Sprawdź folder ze spamem albo zacznij od nowa z poprawnym adresem.',
      again: 'Użyj innego adresu',
    },
    closed: {
      heading: 'Ten link już nie działa',
      disabled: 'Nadawca go wyłączył. Poproś nadawcę o nowy link.',
      expired: 'Był ważny przez ograniczony czas. Poproś nadawcę o nowy link.',
      usedUp: 'Można go było użyć ograniczoną liczbę razy. Poproś nadawcę o nowy link.',
      other: 'Dokumentu nie można teraz otworzyć. Skontaktuj się z nadawcą.',
    },
  },

  report: {
    link: 'Zgłoś nadużycie',
    heading: 'Zgłoś nadużycie',
    explain:
      'Zgłoszenie trafi do operatora tej usługi. Nadawca się o nim nie dowie i nie trzeba niczego podpisywać.',
    reason: 'Co jest nie tak?',
    reasons: {
      unknown_sender: 'Nie znam nadawcy',
      spam: 'Niechciana reklama',
      fraud: 'Podejrzewam oszustwo',
      offensive: 'Treść obraźliwa lub nielegalna',
      other: 'Coś innego',
    },
    message: 'Co operator powinien wiedzieć (opcjonalnie)',
    send: 'Wyślij zgłoszenie',
    back: 'Wróć do dokumentu',
    sent: {
      heading: 'Dziękujemy za zgłoszenie',
      text: 'Operator tej usługi je sprawdzi. Możesz zamknąć tę stronę.',
    },
  },

  trouble: {
    unreachable: 'Nie można połączyć się z usługą. Nic nie zginęło; spróbuj ponownie.',
    busy: (seconds) => `Było zbyt wiele żądań. Spróbuj ponownie ${printWait(seconds, 'pl')}.`,
    server: 'W usłudze wystąpił problem. Nic nie zginęło; spróbuj ponownie za chwilę.',
    changed: 'Dokument zmienił się od czasu otwarcia. Przejrzyj go ponownie.',
    dateFormatChanged: 'Nadawca zmienił format dat. Sprawdź daty, a następnie zakończ.',
    refused: 'Usługa nie przyjęła następujących danych:',
  },
};
