/** The words of the signing page in Portuguese. */
import { printPercent } from '../format-number.ts';
import { printWait } from '../format-time.ts';
import type { Words } from '../words.ts';

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

export const portuguese: Words = {
  language: 'pt',
  direction: 'ltr',
  languageLabel: 'Idioma',
  pageTitle: (title) => `${title} – assinar`,
  loading: 'A carregar o documento…',
  testBanner: 'Documento de teste: não tem valor jurídico.',
  testWatermark: 'TESTE',
  from: (sender) => `${sender} pede a sua assinatura`,
  fromToApprove: (sender) => `${sender} pede a sua aprovação`,
  fromToRead: (sender) => `${sender} enviou-lhe este documento para ler`,
  personAt: (person, workspace) => `${person} (${workspace})`,
  fromPlain: (sender) => `De ${sender}`,
  messageOf: (sender) => `Mensagem de ${sender}`,
  youAre: (name, email) => `O seu nome é ${name} (${email}).`,
  dueBy: (when) => `Conclua até: ${when}.`,
  download: 'Transferir',
  downloadTitle: 'Transferir o documento em PDF',
  decline: 'Recusar',
  reassign: 'Reatribuir',
  zoomIn: 'Ampliar',
  zoomOut: 'Reduzir',
  zoomLevel: (percent) => printPercent(percent, 'pt'),
  viewGroup: 'Vista do documento',
  cancel: 'Cancelar',
  close: 'Fechar',
  offline: 'Está sem ligação.',
  offlineKept: 'O que escrever fica guardado neste dispositivo.',
  restored: 'O que escreveu antes ainda está aqui.',
  tryAgain: 'Tentar de novo',

  draft: {
    saving: 'A guardar…',
    saved: 'Rascunho guardado',
    here: 'Guardado apenas neste dispositivo',
    lost: 'Não guardado. Conclua antes de sair desta página.',
  },

  consent: {
    heading: 'Assinar eletronicamente',
    headingApprove: 'Aprovar eletronicamente',
    summary: 'Ao continuar, aceita usar documentos e assinaturas eletrónicos neste documento.',
    read: 'Ler o texto completo',
    hide: 'Ocultar o texto completo',
    accept: 'Aceito e continuo',
    accepted: 'Aceitou assinar eletronicamente.',
    show: 'Ler outra vez',
  },

  bar: {
    label: 'Progresso',
    done: (count, total) => `${count} de ${total}`,
    left: (count) => `${plural(count, 'Falta', 'Faltam')} ${count} ${plural(count, 'campo', 'campos')}`,
    ready: 'Está tudo preenchido.',
    approveReady: 'Leia o documento e depois aprove-o.',
    next: 'Campo seguinte',
    finish: 'Concluir a assinatura',
    approve: 'Aprovar',
    sending: 'A enviar…',
    faults: (count) =>
      `${count} ${plural(count, 'campo precisa', 'campos precisam')} da sua atenção. O primeiro está selecionado.`,
    faultAt: (label, fault) => `${label}: ${fault}`,
  },

  ownKey: {
    explain: (provider) =>
      `Assina este documento com a sua própria chave em ${provider}. Quando tudo estiver preenchido, autoriza a assinatura em ${provider} e depois volta a esta página.`,
    finish: (provider) => `Assinar em ${provider}`,
    failures: {
      denied: 'A assinatura não foi autorizada. Nada foi assinado; pode tentar novamente.',
      expired: 'A autorização expirou. Nada foi assinado; tente novamente.',
      unavailable: 'O prestador da sua chave não respondeu. Nada foi assinado; tente mais tarde.',
      unusable: 'A sua chave não pode assinar este documento. Nada foi assinado. Pergunte ao remetente.',
      level:
        'O remetente exige um nível de assinatura superior ao da sua chave. Nada foi assinado. Pergunte ao remetente.',
      changed: 'Entretanto o documento mudou. Nada foi assinado. Reveja-o e tente novamente.',
    },
  },

  types: {
    signature: 'Assinatura',
    initials: 'Rubrica',
    name: 'Nome completo',
    email: 'Endereço de email',
    date: 'Data',
    text: 'Texto',
    number: 'Número',
    checkbox: 'Caixa de verificação',
    radio: 'Escolha',
    dropdown: 'Seleção',
  },

  field: {
    required: 'obrigatório',
    optional: 'opcional',
    readOnly: 'definido pelo remetente',
    empty: 'vazio',
    ticked: 'assinalada',
    notTicked: 'não assinalada',
    sign: 'Assinar aqui',
    initial: 'Rubricar aqui',
    choose: 'Escolher…',
    none: 'Nenhuma',
    fillIn: 'Preencher',
    edit: (label) => `${label}: preencher`,
    changeSignature: 'Alterar',
    otherValue: 'preenchido por outra pessoa',
    otherDrawn: 'Assinado',
    done: 'Concluído',
    previous: 'Anterior',
    next: 'Seguinte',
    position: (index, total) => `Campo ${index} de ${total}`,
    tick: 'Assinalar esta caixa',
    appeared: (labels) => `Agora visível: ${labels}.`,
    disappeared: (labels) => `Já não visível: ${labels}.`,
  },

  fault: {
    missing: 'Preencha este campo.',
    missingSignature: 'Adicione a sua assinatura.',
    missingInitials: 'Adicione a sua rubrica.',
    missingChoice: 'Escolha uma opção.',
    mustTick: 'Assinale esta caixa.',
    tooLong: (limit) => `No máximo ${limit} ${plural(limit, 'carácter', 'caracteres')}.`,
    pattern: (pattern) => `O texto não tem o formato pedido pelo remetente: ${pattern}`,
    notAnOption: 'Escolha uma das opções.',
    date: 'Introduza uma data que exista.',
    email: 'Introduza um endereço de email, como nome@example.com.',
    number: 'Introduza um número em algarismos, com ponto decimal, como 1250.50.',
    atLeast: (limit) => `Tem de ser pelo menos ${limit}.`,
    atMost: (limit) => `Tem de ser no máximo ${limit}.`,
    drawingTooLong: 'O desenho tem demasiados traços. Apague-o e desenhe de novo.',
    mode: 'Assine de uma das formas disponíveis.',
  },

  signature: {
    title: 'A sua assinatura',
    titleInitials: 'A sua rubrica',
    how: 'Como quer assinar?',
    modes: { type: 'Escrever', draw: 'Desenhar', upload: 'Carregar' },
    typeLabel: 'Escreva o seu nome',
    typeLabelInitials: 'Escreva a sua rubrica',
    font: 'Caligrafia',
    preview: 'Vai ficar assim',
    drawLabel: 'Desenhe com o rato, um dedo ou uma caneta',
    drawState: (strokes) =>
      strokes === 0
        ? 'Área de desenho, vazia'
        : `Área de desenho, ${strokes} ${plural(strokes, 'traço', 'traços')}`,
    drawKeyboard: 'Não tem rato nem ecrã tátil? Escreva o seu nome.',
    drawFull: 'O desenho não pode ter mais traços.',
    undo: 'Desfazer',
    clear: 'Apagar',
    uploadLabel: 'Escolha uma imagem da sua assinatura',
    uploadHint: 'PNG ou JPEG. A imagem é recortada neste dispositivo antes de ser enviada.',
    uploadUnreadable: 'Este ficheiro não é uma imagem. Escolha um ficheiro PNG ou JPEG.',
    uploadClean: 'Remover o fundo',
    uploadedAlt: 'A assinatura que carregou',
    apply: 'Usar esta assinatura',
    applyInitials: 'Usar esta rubrica',
    added: (label) => `${label}: adicionada.`,
    meaning: 'Ao escolhê-la, aceita-a como a sua assinatura eletrónica neste documento.',
  },

  code: {
    heading: 'Confirme a sua identidade',
    intro:
      'Este documento está protegido. Enviamos um código de seis algarismos para o endereço que recebeu a ligação.',
    send: 'Enviar um código por email',
    sendAgain: 'Enviar um novo código',
    sent: 'O código vai a caminho. É válido durante dez minutos. Veja também a pasta de spam.',
    label: 'Código de seis algarismos',
    verify: 'Continuar',
    shape: 'O código tem seis algarismos.',
    wrong: (left) =>
      left > 0
        ? `O código está errado. ${plural(left, 'Resta', 'Restam')} ${left} ${plural(left, 'tentativa', 'tentativas')}.`
        : 'Este código já não funciona. Peça um novo.',
  },

  declineDialog: {
    title: 'Recusar assinar',
    titleApprove: 'Recusar aprovar',
    explain: 'O documento termina para todos. O remetente verá o motivo.',
    reason: 'Porque recusa?',
    reasonMissing: 'Indique um motivo.',
    reasonTooLong: 'O motivo pode ter no máximo 1000 caracteres.',
    confirm: 'Recusar o documento',
  },

  reassignDialog: {
    title: 'Reatribuir a outra pessoa',
    explain:
      'A pessoa recebe a sua própria ligação e assina em seu lugar. A sua ligação deixa de funcionar e o remetente vê que reatribuiu o documento.',
    name: 'Nome da pessoa',
    nameMissing: 'Introduza um nome.',
    email: 'Endereço de email da pessoa',
    emailWrong: 'Introduza um endereço de email, como nome@example.com.',
    ownAddress: 'Este é o seu próprio endereço. Introduza o de outra pessoa.',
    confirm: 'Reatribuir',
  },

  pages: {
    jump: 'Ir para a página',
    left: (count) => `${plural(count, 'falta', 'faltam')} ${count}`,
    label: 'Documento',
    page: (page, total) => `Página ${page} de ${total}`,
    failed: 'O documento não pode ser mostrado aqui.',
    failedHint: 'Pode transferi-lo e lê-lo noutro programa, ou tentar de novo.',
    pageFailed: 'Esta página não pode ser mostrada aqui. Transfira o documento e leia-o noutro programa.',
    drawing: 'A carregar a página…',
    preparingPrint: (page, total) => `A preparar a página ${page} de ${total} para impressão…`,
    notPrinted:
      'Esta página não estava carregada e por isso não é impressa. Prima Ctrl + P (⌘ P num Mac), ou transfira o documento e imprima-o.',
  },

  screens: {
    unknown: {
      heading: 'Esta ligação não funciona',
      text: 'Pode estar incompleta ou ter sido substituída por uma mais recente. Use a ligação do email mais recente ou peça uma nova ao remetente.',
    },
    sessionEnded: {
      heading: 'Esta página tem de ser aberta de novo',
      text: 'Para sua segurança, só abre uma vez e durante um tempo limitado. Volte ao sítio de onde veio e abra lá o documento outra vez.',
    },
    unreachable: {
      heading: 'O documento não pode ser carregado',
      text: 'O serviço não respondeu. Verifique a ligação à internet e tente de novo; nada se perdeu.',
    },
    voided: {
      heading: 'Este documento foi anulado',
      text: (sender) => `${sender} anulou-o. Não tem de fazer mais nada.`,
    },
    rejected: {
      heading: 'Este documento foi recusado',
      text: (sender) =>
        `Um dos destinatários recusou, por isso o documento já não pode ser assinado. ${sender} foi avisado.`,
    },
    youDeclined: {
      heading: 'Recusou este documento',
      text: (sender) => `${sender} foi avisado do motivo. Pode fechar esta página.`,
    },
    expired: {
      heading: 'Este documento expirou',
      text: (sender) => `O prazo passou. Se ainda quiser assinar, peça a ${sender} que o envie de novo.`,
    },
    reason: 'Motivo indicado',
    notYourTurn: {
      heading: 'Ainda não é a sua vez',
      text: (sender) =>
        `${sender} definiu uma ordem de assinatura e há outra pessoa antes. Receberá um email quando for a sua vez.`,
      look: 'Verificar de novo',
    },
    reassigned: {
      heading: 'Reatribuiu este documento',
      text: (name) =>
        `${name} receberá um email com a sua própria ligação. A sua já não funciona e pode fechar esta página.`,
    },
    waiting: {
      heading: 'Já concluiu',
      text: 'Outras pessoas ainda têm de assinar. Receberá o documento completo por email quando todos tiverem assinado.',
      document: 'Transferir o documento atual',
    },
    completed: {
      heading: 'O documento está completo',
      thanks: 'Já concluiu.',
      text: 'A cópia selada contém todas as assinaturas e o certificado de conclusão. Também a receberá por email.',
      sealing:
        'A cópia selada está a ser preparada. Demora um momento: pode esperar aqui ou usar a ligação do email.',
      copy: 'Transferir a cópia selada',
    },
    redirect: {
      link: (host) => `Continuar para ${host}`,
      soon: (host, seconds) => `Será encaminhado para ${host} dentro de ${seconds} s.`,
      stay: 'Ficar aqui',
    },
  },

  withoutEmail: {
    code: 'Este documento está protegido. Enviamos-lhe por email um código de seis algarismos.',
    notYourTurn: (sender) => `${sender} definiu uma ordem de assinatura e há outra pessoa antes.`,
    waiting: 'Outras pessoas ainda têm de assinar.',
    completed: 'A cópia selada contém todas as assinaturas e o certificado de conclusão.',
    sealing: 'A cópia selada está a ser preparada. Demora um momento.',
  },

  direct: {
    toSign: (sender) => `${sender} disponibiliza este documento para assinar`,
    toApprove: (sender) => `${sender} disponibiliza este documento para aprovar`,
    explainEmail:
      'Introduza o seu nome e endereço de email. Enviamos-lhe uma ligação que abre o documento, para que o endereço fique confirmado.',
    explainNow:
      'Introduza o seu nome e endereço de email. O documento abre-se e ambos ficam registados com a sua assinatura.',
    name: 'O seu nome',
    nameMissing: 'Introduza o seu nome.',
    email: 'O seu endereço de email',
    startEmail: 'Enviar a ligação por email',
    startNow: 'Abrir o documento',
    emailed: {
      heading: 'Veja o seu correio',
      text: (email) => `Enviámos uma ligação para ${email}. Abra-a para ler e assinar o documento.`,
      hint: 'Não recebeu nada? Veja a pasta de spam ou comece de novo com o endereço certo.',
      again: 'Usar outro endereço',
    },
    closed: {
      heading: 'Esta ligação já não funciona',
      disabled: 'O remetente desativou-a. Peça uma nova ligação ao remetente.',
      expired: 'Era válida durante um tempo limitado. Peça uma nova ligação ao remetente.',
      usedUp: 'Só podia ser usada um número limitado de vezes. Peça uma nova ligação ao remetente.',
      other: 'O documento não pode ser aberto neste momento. Fale com o remetente.',
    },
  },

  report: {
    link: 'Denunciar abuso',
    heading: 'Denunciar abuso',
    explain:
      'A denúncia vai para o operador deste serviço. O remetente não fica a saber e não tem de assinar nada.',
    reason: 'O que está errado?',
    reasons: {
      unknown_sender: 'Não conheço o remetente',
      spam: 'Publicidade indesejada',
      fraud: 'Suspeito de fraude',
      offensive: 'Conteúdo ofensivo ou ilegal',
      other: 'Outra coisa',
    },
    message: 'O que o operador deve saber (opcional)',
    send: 'Enviar a denúncia',
    back: 'Voltar ao documento',
    sent: {
      heading: 'Obrigado pela denúncia',
      text: 'O operador deste serviço vai analisá-la. Pode fechar esta página.',
    },
  },

  trouble: {
    unreachable: 'Não foi possível contactar o serviço. Nada se perdeu; tente de novo.',
    busy: (seconds) => `Houve demasiados pedidos. Tente de novo ${printWait(seconds, 'pt')}.`,
    server: 'O serviço teve um problema. Nada se perdeu; tente de novo daqui a pouco.',
    changed: 'O documento mudou desde que o abriu. Reveja-o, por favor.',
    dateFormatChanged: 'O remetente mudou o formato das datas. Verifique as datas e depois conclua.',
    refused: 'O serviço não aceitou o seguinte:',
  },
};
