{{- define "countersign.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* At most 40 characters: the longest suffix is -worker-housekeeping, and names of Services have 63. */}}
{{- define "countersign.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "countersign.name" .) .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "countersign.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "countersign.commonLabels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/name: {{ include "countersign.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* The labels by which pods are selected. Takes a dict with root and component. */}}
{{- define "countersign.selector" -}}
app.kubernetes.io/name: {{ include "countersign.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "countersign.labels" -}}
{{ include "countersign.commonLabels" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "countersign.image" -}}
{{- with .Values.image }}
{{- if not .repository }}{{ fail "set image.repository" }}{{ end }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- define "countersign.secretName" -}}
{{- .Values.existingSecret | default (include "countersign.fullname" .) }}
{{- end }}

{{/* Checks what the schema cannot: the created Secret has what every process needs. */}}
{{- define "countersign.secretData" -}}
{{- range list "DATABASE_URL" "SECRET_KEY" }}
{{- if not (index $.Values.secrets .) }}
{{- fail (printf "set existingSecret, or secrets.%s" .) }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.secrets }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "countersign.settingsData" -}}
{{- range list "PUBLIC_URL" "STORAGE_URL" }}
{{- if not (index $.Values.settings .) }}
{{- fail (printf "set settings.%s" .) }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.settings }}
{{- if $value }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}
HOST: 0.0.0.0
DATA_DIR: /data
{{- end }}

{{/* A change of a setting replaces the pods. */}}
{{- define "countersign.podAnnotations" -}}
checksum/settings: {{ include "countersign.settingsData" . | sha256sum }}
{{- if not .Values.existingSecret }}
checksum/secrets: {{ include "countersign.secretData" . | sha256sum }}
{{- end }}
{{- with .Values.podAnnotations }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What the pods of all components have in common, apart from containers and volumes. */}}
{{- define "countersign.podSpec" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/*
The ServiceAccount of a pod. Takes a dict with root, and with queue and worker (see extraEnv) if the queue can have its own. A hook runs before
the ServiceAccount exists, so the migration does not use it.
*/}}
{{- define "countersign.serviceAccountName" -}}
{{- $own := (.worker | default dict).serviceAccount | default dict }}
{{- $all := .root.Values.serviceAccount }}
{{- $fullname := include "countersign.fullname" .root }}
{{- if $own.create -}}
serviceAccountName: {{ $own.name | default (printf "%s-worker-%s" $fullname .queue) }}
{{- else if $own.name -}}
serviceAccountName: {{ $own.name }}
{{- else if $all.create -}}
serviceAccountName: {{ $all.name | default $fullname }}
{{- else if $all.name -}}
serviceAccountName: {{ $all.name }}
{{- end }}
{{- end }}

{{/* Takes a dict with root, name and account (the values of a ServiceAccount that is created). */}}
{{- define "countersign.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .account.name | default .name }}
  labels:
    {{- include "countersign.commonLabels" .root | nindent 4 }}
  {{- with .account.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}

{{- define "countersign.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/*
Variables of all processes, and those of one queue, which come last because the last value of a name wins. Takes a dict with root and
worker (the values of the queue; absent for other processes).
*/}}
{{- define "countersign.extraEnv" -}}
{{- with concat .root.Values.extraEnv ((.worker | default dict).extraEnv | default list) }}
{{- toYaml . }}
{{- end }}
{{- end }}

{{/* Takes a dict with root, settings (name of the ConfigMap), secret (name of the Secret) and worker (see extraEnv). */}}
{{- define "countersign.envFrom" -}}
- configMapRef: { name: {{ .settings }} }
- secretRef: { name: {{ .secret }} }
{{- with concat .root.Values.extraEnvFrom ((.worker | default dict).extraEnvFrom | default list) }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Takes a dict with root, seal (whether the seal key is mounted) and worker (see extraEnv). */}}
{{- define "countersign.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
{{- if and .seal .root.Values.sealSecret }}
- { name: seal, mountPath: /seal, readOnly: true }
{{- end }}
{{- with concat .root.Values.extraVolumeMounts ((.worker | default dict).extraVolumeMounts | default list) }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "countersign.volumes" -}}
- name: tmp
  emptyDir: {{ .tmp | default (dict) | toJson }}
- name: data
  emptyDir: {}
{{- if and .seal .root.Values.sealSecret }}
- name: seal
  secret: { secretName: {{ .root.Values.sealSecret }}, defaultMode: 0440 }
{{- end }}
{{- with concat .root.Values.extraVolumes ((.worker | default dict).extraVolumes | default list) }}
{{ toYaml . }}
{{- end }}
{{- end }}
