@echo off
rem Double click: starts Tarockclub and opens the browser. Only plain letters here: no code page changes them.
setlocal
set "PYTHON=%~dp0python\python.exe"
if not exist "%PYTHON%" goto unpack
if not exist "%~dp0program\tarockclub" goto unpack
chcp 65001 >nul
if not "%~1"=="" goto command
rem A window of its own: closing it stops the server, and nobody is asked about a batch job.
start "Tarockclub" "%PYTHON%" -X utf8 -m tarockclub.office.laptop
exit /b 0

:command
rem Tarockclub.bat backup, Tarockclub.bat --port 8001
"%PYTHON%" -X utf8 -m tarockclub.office.laptop %*
exit /b %errorlevel%

:unpack
echo.
echo   Bitte zuerst entpacken: die ZIP-Datei mit der rechten Maustaste anklicken, "Alle extrahieren",
echo   und dann Tarockclub.bat in dem neuen Ordner starten.
echo.
echo   Please extract first: right-click the zip file, "Extract All",
echo   then start Tarockclub.bat in the new folder.
echo.
pause
exit /b 1
